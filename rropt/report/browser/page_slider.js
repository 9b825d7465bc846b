// The slider of a page: which of its certified designs is shown. Without a slider nothing happens.

function moveSlider(slider) {
  const panels = document.querySelectorAll(".level-panel");
  const place = Number(slider.value);
  panels.forEach((panel, i) => { panel.hidden = i !== place; });
  const { name, x } = panels[place].dataset;
  document.getElementById("level-now").textContent = name;
  slider.setAttribute("aria-valuetext", name);
  const mark = document.getElementById("level-mark");
  if (mark) ["x1", "x2"].forEach((end) => mark.setAttribute(end, x));
}

const slider = document.getElementById("level");
if (slider) {
  slider.addEventListener("input", () => moveSlider(slider));
  moveSlider(slider);
}
