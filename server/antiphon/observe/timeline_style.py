"""The looks of the turn timeline. The colours of the states are those of the browser's page."""

STYLE = """
:root {
  --paper: #fbfbf9; --card: #ffffff; --ink: #1d2327; --soft: #5d676f; --line: #dfe3e6; --band: #f3f5f5; --on: #ffffff;
  --connecting: #8a6100; --idle: #1c6b52; --user: #c2301f; --thinking: #6a3fb5; --speaking: #155fae; --acting: #a34a00;
  --stop: #b3006b; --fault: #b3006b; --good: #1c6b52;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181b; --card: #1b2125; --ink: #e6eaec; --soft: #9aa6ae; --line: #323b41; --band: #20272c;
    --on: #14181b; --connecting: #e3b341; --idle: #7fd1b0; --user: #ff8f7d; --thinking: #c3a6ff; --speaking: #84bdff;
    --acting: #ffb066;
    --stop: #ff7ac6; --fault: #ff7ac6; --good: #7fd1b0;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 28px 24px 64px; max-width: 1320px; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif;
}
h1 { margin: 0; font-size: 24px; letter-spacing: -0.01em; }
h2 { margin: 32px 0 10px; font-size: 18px; }
header p { margin: 4px 0 16px; color: var(--soft); overflow-wrap: anywhere; }
header b { color: var(--ink); font-weight: 600; }
.summary { margin: 0 0 16px; padding: 9px 14px; border-radius: 8px; border-left: 4px solid; background: var(--card); }
.summary.same { border-color: var(--good); }
.summary.other { border-color: var(--fault); }
.summary p { margin: 0; font-weight: 600; }
.summary dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 8px 0 0; }
.summary dt { color: var(--soft); }
.summary dd { margin: 0; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 12px; margin-bottom: 16px; }
.cards div { padding: 11px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.cards h3 { margin: 0; font-size: 12px; font-weight: 500; color: var(--soft); }
.cards p { margin: 1px 0; font-size: 21px; font-weight: 600; font-variant-numeric: tabular-nums; }
.cards small { color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 8px 0 12px; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: 6px; font-size: 12px; color: var(--soft); }
.swatch {
  width: 18px; height: 11px; border-radius: 2px; background: var(--fill); border: 1px solid var(--edge, transparent);
}
.legend svg { width: 12px; height: 12px; overflow: visible; }
.strip {
  overflow-x: auto; margin-bottom: 10px; padding: 4px 0; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card);
}
.strip svg { display: block; width: 100%; min-width: 900px; font: 11px system-ui, sans-serif; scroll-margin-top: 12px; }
.gap { margin: 0 0 10px; padding: 7px 14px; border: 1px dashed var(--line); border-radius: 8px; color: var(--soft); }
.lane { fill: var(--soft); text-anchor: end; }
.tick { fill: var(--soft); font-size: 10px; font-variant-numeric: tabular-nums; }
.band { fill: var(--band); }
.minor { stroke: var(--line); stroke-width: 0.5; opacity: 0.6; }
.major { stroke: var(--line); }
.span { fill: var(--fill); stroke: var(--edge, none); }
.label { fill: var(--on); font-weight: 500; pointer-events: none; }
.on-idle, .on-connecting, .on-health, .on-muted, .on-floor { fill: var(--ink); }
.idle {
  --fill: color-mix(in srgb, var(--idle) 13%, transparent); --edge: color-mix(in srgb, var(--idle) 40%, transparent);
}
.connecting { --fill: color-mix(in srgb, var(--connecting) 18%, transparent); --edge: var(--connecting); }
.user_speaking { --fill: var(--user); }
.ai_thinking { --fill: var(--thinking); }
.ai_speaking, .playing { --fill: var(--speaking); }
.user { --fill: color-mix(in srgb, var(--user) 20%, transparent); --edge: var(--user); }
.system { --fill: color-mix(in srgb, var(--speaking) 20%, transparent); --edge: var(--speaking); }
.invoke_action, .action { --fill: var(--acting); }
.action-failed { --fill: var(--fault); }
.speech { --fill: color-mix(in srgb, var(--user) 45%, transparent); }
.clear { --fill: var(--user); }
.key { --fill: var(--ink); }
.muted { --fill: transparent; --edge: var(--soft); }
.paused { --fill: color-mix(in srgb, var(--speaking) 22%, transparent); --edge: var(--speaking); }
rect.paused { stroke-dasharray: 3 2; }
i.paused { border-style: dashed; }
.barge-in, .manual-stop, .policy-yield { --fill: var(--stop); }
.degraded { --fill: color-mix(in srgb, var(--connecting) 30%, transparent); --edge: var(--connecting); }
.stop-line { stroke: var(--stop); stroke-dasharray: 2 3; }
.stop-label { fill: var(--stop); font-weight: 600; }
.stop-flag { fill: var(--stop); stroke: var(--stop); }
.mark { fill: var(--ink); stroke: var(--card); stroke-width: 1; }
.mark.typed, .mark.fault, .mark.recovered, .mark.policy, .mark.sent { fill: none; stroke: var(--ink); stroke-width: 2; }
.mark.fault { stroke: var(--fault); }
.mark.recovered { stroke: var(--good); }
.mark.sent { stroke: var(--card); stroke-width: 1.5; }
.mark.hint { fill: var(--connecting); }
path.turn { stroke: var(--ink); }
circle.turn { fill: var(--card); stroke: var(--ink); }
text.turn { fill: var(--ink); font-size: 10px; font-weight: 600; text-anchor: middle; }
.link { fill: transparent; }
a:hover .link { fill: color-mix(in srgb, var(--ink) 10%, transparent); }
path.differs { stroke: var(--fault); stroke-width: 2; }
text.differs { fill: var(--fault); font-weight: 600; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
table { width: 100%; min-width: 900px; border-collapse: collapse; }
th { padding: 8px 10px; text-align: left; font-size: 12px; font-weight: 500; color: var(--soft); }
td { padding: 7px 10px; border-top: 1px solid var(--line); vertical-align: top; }
tr:target td { background: var(--band); }
td.number { font-weight: 600; text-align: right; }
td.time, td:last-child { font-variant-numeric: tabular-nums; white-space: nowrap; }
td.said { max-width: 340px; overflow-wrap: anywhere; }
td em { font-style: normal; color: var(--stop); }
td small { display: block; color: var(--soft); }
td small b { color: var(--stop); }
td small.failure { color: var(--fault); }
del { color: var(--soft); opacity: 0.75; }
.none { color: var(--soft); }
.status.incomplete, .status.cancelled { color: var(--stop); }
.status.failed { color: var(--fault); }
.bar { vertical-align: -1px; }
.part-wait { --fill: color-mix(in srgb, var(--soft) 45%, transparent); }
.part-stt { --fill: var(--user); }
.part-brain { --fill: var(--thinking); }
.part-tts { --fill: var(--speaking); }
.part-rest { --fill: color-mix(in srgb, var(--soft) 20%, transparent); }
.bar rect { fill: var(--fill); }
@media print { .strip, tr { break-inside: avoid; } }
"""
