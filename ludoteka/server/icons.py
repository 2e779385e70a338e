"""Icons only pages need, drawn like those of the core: 24 x 24, solid, in the colour of the text. And our sign."""

from __future__ import annotations

# ruff: noqa: E501 - a path is one string

PAGE_ICONS: dict[str, str] = {
    "redo": '<path d="M15 4v4C8 8 4 12 3 19c3-4 7-5 12-5v4l7-7z"/>',
    "x": '<path d="M5.2 3.5L12 10.3l6.8-6.8 1.7 1.7-6.8 6.8 6.8 6.8-1.7 1.7-6.8-6.8-6.8 6.8-1.7-1.7 6.8-6.8-6.8-6.8z"/>',
    "gear": '<path d="M10 2h4l.6 2.6 2 .9 2.3-1.4 2.8 2.8-1.4 2.3.9 2 2.6.6v4l-2.6.6-.9 2 1.4 2.3-2.8 2.8-2.3-1.4-2 .9L14 23h-4l-.6-2.6-2-.9-2.3 1.4-2.8-2.8 1.4-2.3-.9-2L.2 13.2v-3l2.6-.6.9-2L2.3 5.3l2.8-2.8 2.3 1.4 2-.9z" transform="translate(.7 .2) scale(.94)"/><circle cx="12" cy="12" r="3.6" fill="var(--card)"/>',
    "link": '<path d="M10.6 13.4a4 4 0 0 0 5.7 0l4-4a4 4 0 0 0-5.7-5.7l-2 2M13.4 10.6a4 4 0 0 0-5.7 0l-4 4a4 4 0 0 0 5.7 5.7l2-2" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
    "send": '<path d="M2 3l20 9-20 9 3-9z"/><path d="M5 12h9" stroke="var(--card)" stroke-width="1.8"/>',
    "save": '<path d="M10.7 2h2.6v10.2l3.8-3.8L19 10.3l-7 7-7-7 1.9-1.9 3.8 3.8zM3 19h18v2.6H3z"/>',
    "search": '<circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="2.6"/><path d="M14.5 14.5L21 21" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
    "sound": '<path d="M3 9h4l6-5v16l-6-5H3z"/><path d="M16 8c2 2 2 6 0 8M18.5 5c4 4 4 10 0 14" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>',
    "user": '<circle cx="12" cy="7.5" r="5"/><path d="M2.5 22c0-6.5 4-9 9.5-9s9.5 2.5 9.5 9z"/>',
    "eye": '<path d="M1 12c5-9 17-9 22 0-5 9-17 9-22 0z"/><circle cx="12" cy="12" r="4.2" fill="var(--card)"/><circle cx="12" cy="12" r="2"/>',
    "lamp": '<path d="M12 2a7 7 0 0 1 4 12.7V18H8v-3.300A7 7 0 0 1 12 2zM8.500 19.500h7V21l-1.500 1.500h-4L8.500 21z"/>',
    "bell": '<path d="M12 2a2 2 0 0 1 2 2c3 .8 5 3.500 5 7v4l2 3H3l2-3v-4c0-3.500 2-6.200 5-7a2 2 0 0 1 2-2zM9.500 19.500h5a2.500 2.500 0 0 1-5 0z"/>',
    "pause": '<path d="M5 3h5v18H5zM14 3h5v18h-5z"/>',
    "first": '<path d="M3 4h3v16H3zM21 4v16L7 12z"/>',
    "last": '<path d="M18 4h3v16h-3zM3 4v16l14-8z"/>',
    "left": '<path d="M16 3L6 12l10 9z"/>',
    "right": '<path d="M8 3l10 9-10 9z"/>',
    "keys": '<path d="M2 5h20v14H2z"/><g fill="var(--card)"><path d="M5 8h2v2H5zM9 8h2v2H9zM13 8h2v2h-2zM17 8h2v2h-2zM5 12h2v2H5zM9 12h2v2H9zM13 12h2v2h-2zM17 12h2v2h-2zM7 15.5h10V17H7z"/></g>',
    "contrast": '<path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.6v14.8a7.4 7.4 0 0 0 0-14.8z" fill-rule="evenodd"/>',
    "plan": '<path d="M4 3h16v18H4z" opacity=".3"/><path d="M7 7h10v2H7zM7 11h10v2H7zM7 15h6v2H7z"/>',
}

LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><g stroke="var(--ink)" stroke-width="1.3" stroke-linejoin="round">'
    '<path d="M4 6h6v20H4z" fill="#c2402b"/><path d="M10.5 9h5v17h-5z" fill="#e0a21e"/><path d="M16 4h5.5v22H16z" '
    'fill="#2a5caa"/><path d="M22.6 9.2l4.7-1.3 4 17-4.8 1.3z" fill="#169078"/></g><path d="M1 28h30" '
    'stroke="var(--ink)" stroke-width="2.6" stroke-linecap="round"/><g fill="#fffaf0"><circle cx="7" cy="11" r="1.6"/>'
    '<path d="M11.5 14h3v3h-3z"/><path d="M18.75 8l2 3.5h-4z"/><path d="M25.8 13l1.7 1.6-1.3 1.9-1.7-1.6z"/></g></svg>'
)
FAVICON = LOGO.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ').replace("var(--ink)", "#57493a")
