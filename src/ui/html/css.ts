/** The page's style: light or dark by the reader's preference, and complete when printed. */
export const css = `
:root {
  color-scheme: light dark;
  --paper: #fff; --card: #f6f7f9; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de;
  --critical: #7b2cbf; --high: #b3261e; --medium: #855800; --low: #00687a; --info: #57606a; --good: #1a6b32;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --card: #1b2129; --ink: #e6e9ed; --dim: #a3adb8; --line: #3a434e;
    --critical: #d5a6ff; --high: #ff9d94; --medium: #f0bf52; --low: #6cd0e4; --info: #a3adb8; --good: #7ddb95;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1rem; max-width: 64rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; } article h3 { margin-top: 0; }
p, ul, ol, dl { margin: .5rem 0; }
ul, ol { padding-left: 1.5rem; }
article { margin: 1rem 0; padding: 1rem; background: var(--card); border-left: 4px solid var(--info); }
.dim, footer, figcaption { color: var(--dim); font-size: .875rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .5rem; }
.severity {
  display: inline-block; padding: 0 .5em; border: 1px solid; border-radius: 1em;
  color: var(--info); font-size: .8125rem; font-weight: 600; text-transform: uppercase;
}
article.critical { border-color: var(--critical); } .severity.critical { color: var(--critical); }
article.high { border-color: var(--high); } .severity.high { color: var(--high); }
article.medium { border-color: var(--medium); } .severity.medium { color: var(--medium); }
article.low { border-color: var(--low); } .severity.low { color: var(--low); }
article h4 { font-size: .875rem; margin: .75rem 0 .25rem; }
.verdict { padding: .75rem 1rem; border: 1px solid; border-left-width: 6px; font-size: 1.15rem; font-weight: 600; color: var(--info); }
.verdict.weak { color: var(--high); } .verdict.no_weakness_found { color: var(--good); }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; padding: 0; list-style: none; }
.figures b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; font-size: .875rem; }
a { color: inherit; }
.warning { padding: .5rem .75rem; border: 1px solid var(--medium); }
.scroll { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-size: .875rem; }
caption { text-align: left; color: var(--dim); padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); min-width: 4rem; max-width: 30rem; overflow-wrap: break-word; }
th[scope=rowgroup] { min-width: 8rem; }
.id { display: block; overflow-wrap: anywhere; color: var(--dim); font-weight: 400; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
code, pre { font-family: ui-monospace, monospace; font-size: .8125rem; }
pre { margin: .5rem 0; padding: .5rem; border: 1px solid var(--line); white-space: pre-wrap; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--dim); font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: var(--dim); } dd { margin: 0; }
figure { margin: .5rem 0; } svg { display: block; width: 26rem; max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 14px ui-monospace, monospace; }
svg .small { fill: var(--dim); font-size: 12px; }
svg .node { fill: var(--paper); stroke: var(--dim); } svg .end { stroke: var(--ink); stroke-width: 2; }
svg .edge { fill: none; stroke: var(--dim); stroke-width: 2; } svg .unproven { stroke-dasharray: 5 4; }
svg .head { fill: var(--dim); } svg .number { fill: var(--paper); stroke: var(--dim); }
@media (max-width: 30rem) {
  body { padding: 1rem .75rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  .scroll { overflow: visible; } table { width: 100%; } th, td { overflow-wrap: anywhere; }
  thead { display: table-header-group; } tr, figure { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  summary { list-style: none; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
}
`;
