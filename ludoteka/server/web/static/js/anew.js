// Parts of a page that change while somebody looks at it: the page is read again and they are put in place of the old ones.

/** What is inside of `#id` comes anew; the page as it is now, or nothing if the house does not answer. */
export async function anew(id) {
  const answer = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(12000) }).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(id);
  const old = document.getElementById(id);
  if (fresh && old && fresh.innerHTML !== old.innerHTML) old.replaceChildren(...fresh.childNodes);
  return page;
}
