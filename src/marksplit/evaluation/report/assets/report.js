"use strict";
// Choosing: which list of failing questions is shown, and light or dark. All is there without it.
const byId = (id) => document.getElementById(id);
const lists = [...document.querySelectorAll(".failing")];

function choose() {
  for (const list of lists) {
    const { setting, retriever } = list.dataset;
    list.hidden = setting !== byId("setting").value || retriever !== byId("retriever").value;
    list.open = !list.hidden;
  }
}

byId("chooser").hidden = byId("theme").hidden = false;
byId("chooser").addEventListener("change", choose);
byId("chooser").addEventListener("submit", (event) => event.preventDefault());
choose();

byId("theme").addEventListener("click", () => {
  const { theme } = document.documentElement.dataset;
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
