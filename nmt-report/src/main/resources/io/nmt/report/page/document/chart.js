const MARKS = {
  pressure: {sign: '\u25b2', color: '--urgent'},
  'direct limit': {sign: '\u25a0', color: '--urgent'},
  attach: {sign: '\u25cf', color: '--link'},
  trim: {sign: '\u25c6', color: '--link'},
  gc: {sign: 'I', color: '--muted', low: true},
};
const OTHER_MARK = {sign: '\u25bc', color: '--link'};

const CHART_HEIGHT = 300;
/** So near is the mouse to a mark, in pixels. */
const NEAR = 5;
const FEW_POINTS = 20;
const BYTE_STEPS = Array.from({length: 54}, (_, i) => 2 ** i);
const ELAPSED_STEPS = [
  1,
  10,
  100,
  500,
  ...[
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800,
  ].map(seconds => 1000 * seconds),
];

const cssColor = name =>
  name.startsWith('--') ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : name;

/** The curves of one recording, on a canvas. What it shows is in the table of series, too. */
class Chart {
  /**
   * @param choose is called with the positions of what was chosen with the mouse
   * @param drawn is called when it has its size
   */
  constructor(parent, side, title, choose, drawn) {
    this.side = side;
    this.choose = choose;
    this.drawn = drawn;
    this.marks = list(side.marks).filter(mark => known(mark.time));
    this.tip = make('div', {class: 'tip', hidden: ''});
    this.box = make('div', {
      class: 'chart',
      role: 'img',
      'aria-label': this.label(title),
      'aria-describedby': 'series',
    });
    if (title) {
      parent.append(make('h3', {}, title));
    }
    parent.append(this.box);
  }

  label(title) {
    const lines = [...seriesByName.values()].filter(series => !series.area).map(series => series.name);
    return (
      `${title ? title + ': ' : ''}Memory from ${timeOf(start(this.side))} to ${timeOf(end(this.side))}, ` +
      `by category, with ${lines.join(', ') || 'no other lines'}. The table of series has the figures.`
    );
  }

  /** Anew, after what is shown has changed. */
  draw(most, window) {
    this.plot?.destroy();
    this.window = window;
    const {side} = this;
    const areas = stack(side);
    const lines = shownLines().map(line => ({...line, values: valuesOf(side, line.name)}));
    this.areas = areas;
    this.lines = lines;
    const times = list(side.times).map(time => time - originOf(side));
    const filled = values => times.map((_, i) => (known(values[i]) ? values[i] : null));
    const options = {
      width: this.width(),
      height: CHART_HEIGHT,
      padding: [10, 28, 0, 0],
      ms: 1,
      legend: {show: false},
      tzDate: time => uPlot.tzDate(new Date(time), zone),
      scales: {x: {time: !comparison, range: [span.from, span.to]}, y: {range: [0, most > 0 ? most * 1.06 : 1]}},
      axes: [this.timeAxis(), this.bytesAxis()],
      cursor: {y: false, points: {show: false}, drag: {x: true, y: false, setScale: false}},
      series: [
        {},
        ...areas.map(area => ({fill: area.color, stroke: area.color, width: 0.5, points: {show: false}})),
        ...lines.map(line => ({
          stroke: () => cssColor(line.color),
          width: line.width,
          dash: line.dash,
          spanGaps: true,
          // Of few readings there may be no line.
          points: {show: line.values.filter(known).length <= FEW_POINTS, size: 5},
        })),
      ],
      bands: areas.slice(1).map((_, i) => ({series: [i + 2, i + 1]})),
      hooks: {
        draw: [plot => this.drawMarks(plot), () => this.showWindow(), () => this.drawn(this)],
        setSelect: [plot => this.chosen(plot)],
        setCursor: [plot => this.tell(plot)],
      },
    };
    const data = [times, ...areas.map(area => area.top), ...lines.map(line => filled(line.values))];
    this.plot = new uPlot(options, data, this.box);
    this.plot.over.append(this.tip);
  }

  width() {
    return Math.max(240, this.box.clientWidth);
  }

  timeAxis() {
    const look = {
      stroke: () => cssColor('--muted'),
      grid: {stroke: () => cssColor('--grid'), width: 1},
      ticks: {stroke: () => cssColor('--grid'), width: 1},
      size: 46,
    };
    if (comparison) {
      return {...look, incrs: ELAPSED_STEPS, space: 80, values: (_, splits) => splits.map(positionText)};
    }
    return {
      ...look,
      space: shortest < 60_000 ? 100 : 70,
      values: (_, splits, axis, space, step) =>
        splits.map((split, i) => {
          const newDay = i === 0 || dayOf(split) !== dayOf(splits[i - 1]);
          const clock = step < 1000 ? fractionOf(split) : step < 60_000 ? secondOf(split) : minuteOf(split);
          return step >= 86_400_000 ? dayOf(split) : newDay ? `${clock}\n${dayOf(split)}` : clock;
        }),
    };
  }

  bytesAxis() {
    return {
      stroke: () => cssColor('--muted'),
      grid: {stroke: () => cssColor('--grid'), width: 1},
      ticks: {show: false},
      size: 64,
      space: 40,
      incrs: BYTE_STEPS,
      values: (_, splits) => splits.map(split => (split === 0 ? '0' : bytes(split).replace(/\.0+ /, ' '))),
    };
  }

  drawMarks(plot) {
    const {ctx, bbox} = plot;
    const ratio = uPlot.pxRatio;
    ctx.save();
    ctx.font = `${11 * ratio}px sans-serif`;
    ctx.textAlign = 'center';
    ctx.lineWidth = ratio;
    for (const mark of this.marks) {
      const look = own(MARKS, mark.kind) ?? OTHER_MARK;
      const x = Math.round(plot.valToPos(mark.time - originOf(this.side), 'x', true));
      if (x < bbox.left || x > bbox.left + bbox.width) {
        continue;
      }
      ctx.strokeStyle = ctx.fillStyle = cssColor(look.color);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x, look.low ? bbox.top + bbox.height - 7 * ratio : bbox.top + 6 * ratio);
      ctx.stroke();
      if (!look.low) {
        ctx.fillText(look.sign, x, bbox.top + 4 * ratio);
      }
    }
    ctx.restore();
  }

  chosen(plot) {
    const {left, width} = plot.select;
    if (this.settingWindow) {
      return;
    }
    if (width < 3) {
      this.showWindow();
    } else {
      this.choose(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    }
  }

  showWindow(window = this.window) {
    this.window = window;
    // Not yet drawn.
    if (!this.plot?.status) {
      return;
    }
    const whole = window.from <= span.from && window.to >= span.to;
    const [left, right] = whole ? [0, 0] : [window.from, window.to].map(time => this.plot.valToPos(time, 'x'));
    this.settingWindow = true;
    this.plot.setSelect(
      {left, width: whole ? 0 : Math.max(1, right - left), top: 0, height: this.plot.over.clientHeight},
      false,
    );
    this.settingWindow = false;
  }

  /** What is under the mouse. */
  tell(plot) {
    const {left, idx} = plot.cursor;
    this.tip.hidden = left < 0 || idx === null || idx === undefined;
    if (this.tip.hidden) {
      return;
    }
    const rows = [...this.lines, ...[...this.areas].reverse()].filter(series => known(series.values[idx]));
    const marks = this.marks.filter(
      mark => Math.abs(plot.valToPos(mark.time - originOf(this.side), 'x') - left) <= NEAR,
    );
    this.tip.replaceChildren(
      make('b', {}, timeOf(this.side.times[idx])),
      ...marks.slice(0, 3).map(mark => make('p', {}, `${timeOf(mark.time)} ${mark.kind}: ${mark.text ?? ''}`)),
      ...rows
        .slice(0, 14)
        .map(series =>
          make(
            'p',
            {class: 'figure'},
            swatch(series),
            make('span', {}, series.name),
            make('span', {}, bytes(series.values[idx])),
          ),
        ),
    );
    const right = left > plot.over.clientWidth / 2;
    this.tip.style.left = right ? '' : `${left + 14}px`;
    this.tip.style.right = right ? `${plot.over.clientWidth - left + 14}px` : '';
  }

  /** To a width of its box, or with the colours of now. */
  fit(width = this.width()) {
    this.plot?.setSize({width, height: CHART_HEIGHT});
  }
}

/** A sample of a colour, of lines with their dashes. */
function swatch(series) {
  const sample = make('i', {class: series.dash ? 'line' : 'area'});
  if (series.dash) {
    const color = series.color.startsWith('--') ? `var(${series.color})` : series.color;
    const kind = series.dash.length === 0 ? 'solid' : series.dash[0] > 5 ? 'dashed' : 'dotted';
    sample.style.borderTop = `${Math.max(2, series.width)}px ${kind} ${color}`;
  } else {
    sample.style.background = series.color;
  }
  return sample;
}
