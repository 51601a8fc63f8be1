/** The page's style sheet, light or dark by the system's setting. */
export const style = `
:root { color-scheme: light dark; --fg: #1c2128; --dim: #5c6670; --bg: #fcfcfb; --line: #e2e4e7; --soft: #f2f3f4; --accent: #0b6e6e; }
@media (prefers-color-scheme: dark) {
  :root { --fg: #dfe3e8; --dim: #939ea9; --bg: #14171b; --line: #2b3138; --soft: #1c2126; --accent: #5cc6c0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 6rem; background: var(--bg); color: var(--fg); font: 16px/1.55 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; letter-spacing: -0.02em; }
h1 small { color: var(--dim); font-size: 0.9rem; font-weight: 400; }
h2 { margin: 2.75rem 0 0.25rem; font-size: 1.2rem; }
h4 { margin: 1.4rem 0 0.4rem; font-size: 0.78rem; letter-spacing: 0.07em; text-transform: uppercase; color: var(--dim); }
p { margin: 0.4rem 0; }
a { color: var(--accent); }
code { font: 0.88em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
header p, h2 + p, .access, .note, .type { color: var(--dim); }
input { width: 100%; margin-top: 1.25rem; padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; background: var(--soft); color: inherit; font: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { margin-top: 0.6rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 8px; }
details[open] { padding-bottom: 1rem; }
summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.35rem 0.75rem; margin: 0 -1rem; padding: 0.65rem 1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--soft); }
.summary { margin-left: auto; color: var(--dim); font-size: 0.92rem; }
.method { min-width: 4.2rem; font: 600 0.78rem ui-monospace, monospace; letter-spacing: 0.04em; }
.get { color: #1f6feb; } .post { color: #1a7f4b; } .patch, .put { color: #a35c00; } .delete { color: #c4352b; }
.status { font: 600 0.85rem ui-monospace, monospace; }
.s2 { color: #1a7f4b; } .s4, .s5 { color: #a35c00; }
.response { margin: 0.5rem 0; }
.note { font-size: 0.85rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th { text-align: left; color: var(--dim); font-weight: 500; font-size: 0.82rem; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
em { color: #c4352b; font-style: normal; }
[hidden] { display: none; }
`;
