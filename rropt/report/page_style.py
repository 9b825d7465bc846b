"""The look of the pages: system fonts, light and dark, narrow and wide screens, print."""

STYLE = """
:root{--ink:#1b1d21;--soft:#5a6069;--line:#d5d9df;--paper:#fff;--shade:#f1f3f6;--accent:#1d4f91}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e7e9ec;--soft:#a5acb6;--line:#3a3f47;
--paper:#15171a;--shade:#202329;--accent:#8fb7ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main{max-width:52rem;margin:0 auto;padding:2rem 1.1rem 4rem}
h1{font-size:1.65rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}
header p{color:var(--soft);margin:0}
h2{font-size:1.12rem;margin:2.2rem 0 .6rem;padding-bottom:.25rem;
border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .3rem;overflow-wrap:anywhere}
.wide,pre{overflow-x:auto}
p,li{overflow-wrap:anywhere}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:min(100%,24rem)}
th,td{padding:.38rem .7rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--soft)}
td:first-child,th:first-child{text-align:left}
table.channel td{white-space:nowrap}
.decimal{color:var(--soft);margin-left:.35rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;min-width:0;overflow-x:auto}
.verdict{background:var(--shade);border-left:4px solid var(--accent);padding:.7rem 1rem;
overflow-wrap:anywhere}
math{font-size:1.08em}
math[display=block]{margin:.8rem 0;padding:.4rem 0;overflow-x:auto}
dd math[display=block]{margin:0;text-align:left}
figure{margin:0}
figure svg{display:block;width:100%;max-width:30rem;height:auto}
figcaption{color:var(--soft);max-width:34rem;font-size:.93rem}
svg text{font-size:12px;fill:var(--ink);text-anchor:middle}
.frame{fill:none;stroke:var(--soft);stroke-width:1}
.region{fill:var(--line);stroke:var(--soft);stroke-width:1}
.design{fill:none;stroke:var(--ink);stroke-width:2}
.dot{fill:var(--paper);stroke:var(--ink);stroke-width:2}
.level{fill:none;stroke:var(--soft);stroke-width:1;stroke-dasharray:4 3}
.here{fill:var(--ink);stroke:var(--ink)}
.mark{fill:var(--accent);fill-opacity:.55;stroke:var(--ink);stroke-width:1.2}
.frontier text{text-anchor:middle}.frontier .name{text-anchor:start}
figure svg.frontier{max-width:46rem}
.curve{fill:none;stroke:var(--accent);stroke-width:2}
.slider input{width:min(100%,26rem);vertical-align:middle;accent-color:var(--accent)}
.slider output{font-weight:600}
.sector{fill:var(--ink);stroke:var(--ink);stroke-width:1}
.cell{fill:var(--ink);stroke:var(--line);stroke-width:.5}
a{color:var(--accent)}
code{background:var(--shade);padding:.08rem .3rem;border-radius:.2rem;overflow-wrap:anywhere}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;margin:.6rem 0}
.claims td,.claims th,.words td,.words th{text-align:left}
.claims b,td a{white-space:nowrap}
dd div+div{margin-top:.35rem}
.proved{color:#1c6b3a}.refuted{color:#a3231f}.proved-under{color:#8a5a00}.undecided{color:#6b3fa0}
@media screen and (prefers-color-scheme:dark){.proved{color:#7fd39b}.refuted{color:#ff9a94}
.proved-under{color:#f0c067}.undecided{color:#c9a8ff}}
@media (max-width:34rem){main{padding:1.2rem .8rem 3rem}h1{font-size:1.35rem}
dl{grid-template-columns:1fr;gap:.1rem}dd{margin-bottom:.5rem}
table{font-size:.88rem}th,td{padding:.35rem .4rem}}
button{font:inherit;padding:.45rem .9rem;border:1px solid var(--accent);border-radius:.3rem;
background:var(--paper);color:var(--accent);cursor:pointer}
.advice{font-size:1.1rem;margin:1rem 0 0}
.card{border:1px solid var(--soft);border-radius:.4rem;padding:.4rem 1rem;margin:1rem 0;
max-width:34rem;break-inside:avoid}
h2,figcaption{break-after:avoid}figure,table{break-inside:avoid}
a:focus-visible,button:focus-visible,input:focus-visible,.wide:focus-visible{
outline:2px solid var(--accent);outline-offset:2px}
h3,thead{break-after:avoid}
li{break-inside:avoid}
@media print{button,.on-screen,.slider{display:none}main{max-width:none;padding:0}
.wide{overflow:visible}body{font-size:11pt}code{white-space:normal}}
"""
