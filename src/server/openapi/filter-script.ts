/** The page's script: filters operations and schemas while typing, and opens the target of a link. */
export const filterScript = `
const field = document.querySelector("input");
const sections = [...document.querySelectorAll("section")];
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const section of sections) {
    const entries = [...section.querySelectorAll("details")];
    for (const entry of entries) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
    }
    section.hidden = entries.every((entry) => entry.hidden);
  }
};
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  field.value = "";
  filter();
  target.open = true;
  target.scrollIntoView();
};
field.addEventListener("input", filter);
addEventListener("hashchange", open);
open();
`;
