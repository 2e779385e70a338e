// Parts of a page that change while somebody looks at it: the page is read again and they are put in place of the old ones.

let asked = 0;

/** What is inside of `#id` comes anew; the page as it is now, or nothing if the house does not answer. */
export async function anew(id) {
  const mine = ++asked;
  const answer = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(12000) }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => "") : "";
  if (!text || mine !== asked) return null; // a later question brings what is newer
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById(id);
  const old = document.getElementById(id);
  if (fresh && old && fresh.innerHTML !== old.innerHTML) old.replaceChildren(...fresh.childNodes);
  return page;
}
