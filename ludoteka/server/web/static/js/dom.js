// Small helpers to make elements. Text is always text: nothing from people or programs is parsed as markup.
const SVG = "http://www.w3.org/2000/svg";

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * The nearest such element round the place where something happened.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (event, selector) => /** @type {HTMLElement} */ (event.target).closest?.(selector) ?? null;

export function h(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attrs);
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export function set(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

export function svg(tag, attrs = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attrs);
  element.append(...children);
  return element;
}

export const icon = (name) => svg("svg", { class: "ic", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

const looks = []; // seat -> {tint, emblem}: how a game shows its seats

export function setLook(seat, look) {
  looks[seat] = look;
}

const signs = {}; // kind -> symbol: what the figures of seats are shown with

export function setSigns(figures) {
  for (const { kind, symbol } of figures) if (kind) signs[kind] = symbol;
}

/** A number of something: with its sign where it has one, the word then for those who listen or point at it. */
export function counted(number, { kind, what, symbol = signs[kind] }) {
  const word = `\u00a0${what}`;
  if (!symbol) return [number, word];
  return h("span", { class: "res", title: what }, number, h("span", { class: "sr" }, word), art(symbol));
}

/** A symbol of the drawings among words. */
export const art = (symbol) => svg("svg", { class: "ic b", "aria-hidden": "true" }, svg("use", { href: `#${symbol}` }));

/** Whether its number stands beside a sign. */
export const hasSign = ({ kind }) => Boolean(signs[kind]);

/** The class that gives a seat its colour. */
export const tintOf = (seat) => looks[seat]?.tint || `s${seat + 1}`;

/** The shape of a seat; chance has a die. */
export function sign(seat, letter = "") {
  if (seat < 0) return svg("svg", { class: "sig ic", "aria-hidden": "true" }, svg("use", { href: "#i-die" }));
  const mark = svg("svg", { class: `sig ${tintOf(seat)}`, viewBox: "0 0 40 40", "aria-hidden": "true" });
  mark.append(svg("use", { href: `#sig-${seat + 1}` }));
  const emblem = looks[seat]?.emblem;
  if (emblem) {
    const size = seat === 2 ? 18 : 22; // a triangle is widest at its foot
    mark.append(
      svg("use", { href: `#${emblem}`, class: "on-me", x: 20 - size / 2, y: (seat === 2 ? 24 : 20) - size / 2, width: size, height: size }),
    );
    return mark;
  }
  if (letter) {
    const text = svg("text", { x: 20, y: [27, 27.5, 31, 27, 27][seat], class: "letter" });
    text.textContent = letter;
    mark.append(text);
  }
  return mark;
}

export function button(label, attrs = {}, ...before) {
  return h("button", { type: "button", class: "btn", ...attrs }, ...before, label);
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/**
 * A short message at the edge of the page; screen readers hear it too.
 * @param {string} text
 * @param {{ action?: () => void, label?: string, stay?: boolean }} [more]
 */
export function toast(text, { action, label, stay = false } = {}) {
  const host = $("#toasts");
  const box = h("div", { class: "toast", role: "status" }, h("span", {}, text));
  if (action)
    box.append(
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            box.remove();
            action();
          },
        },
        label,
      ),
    );
  host.append(box);
  if (!stay) setTimeout(() => box.remove(), 5000 + text.length * 30);
  return box;
}

/** Draw anew what is in the host; the focus stays on the control that says the same. */
export function keepFocus(host, draw) {
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!focused || host.contains(focused)) return;
  $$(focused.tagName, host)
    .find((e) => e.textContent === focused.textContent)
    ?.focus({ preventScroll: true });
}

/** What a text of people's own brings into a match: each thing and what it can do. */
export const brought = (things) => things.map(([name, text]) => h("p", { class: "small brought" }, h("b", {}, name), " ", text));
