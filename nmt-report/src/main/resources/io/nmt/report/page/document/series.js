/** As many areas can be told apart; what is smaller is one area. */
const MOST_AREAS = 10;
const AREA_COLORS = [
  '#6ea8e6',
  '#f2a65a',
  '#7cc58c',
  '#b89be8',
  '#e3c44e',
  '#e58fb1',
  '#5cc0c0',
  '#c9a182',
  '#b5cc5a',
  '#8fa3f0',
];
const REST_COLOR = '#a9b4bf';

/** Dashes tell lines apart where colours do not. */
const LINES = {
  'RSS': {color: '--text', width: 2, dash: []},
  'Limit': {color: '--urgent', width: 2, dash: [10, 5]},
  'Heap used': {color: '--heap', width: 1.5, dash: []},
  'Heap committed': {color: '--heap', width: 1.5, dash: [3, 3]},
};
const OTHER_LINE = {color: '--muted', width: 1.5, dash: [8, 3, 2, 3]};

const highest = values => list(values).reduce((most, value) => (value > most ? value : most), 0);

/** Of one recording the times are those of the clock, of two the time since each began. */
const originOf = side => (comparison ? start(side) : 0);
const start = side => side.from ?? list(side.times)[0] ?? 0;
const end = side => Math.max(start(side), side.to ?? list(side.times).at(-1) ?? 0);
const span = {
  from: comparison ? 0 : start(after),
  to: Math.max(...sides.map(side => end(side) - originOf(side))),
};
/** Times of samples are multiples of it: so are those of a window. */
const bucket = Math.max(1, ...sides.map(side => side.bucketMillis ?? 1));
const bucketed = time => Math.round(time / bucket) * bucket;
const positionText = position => (!comparison ? timeOf(position) : position === 0 ? 'start' : `+${duration(position)}`);

/** The areas and lines of all sides by name, the largest areas first, each with its colour. */
const seriesByName = (() => {
  const most = new Map();
  const lines = new Set();
  for (const side of sides) {
    for (const {name, kind, bytes: values, unit} of list(side.series)) {
      if (kind === 'category') {
        most.set(name, Math.max(most.get(name) ?? 0, highest(values)));
      } else if (unit !== 'count') {
        lines.add(name);
      }
    }
  }
  const names = [...most.keys()].sort((one, other) => most.get(other) - most.get(one));
  const alone = names.length > MOST_AREAS ? MOST_AREAS - 1 : names.length;
  const all = new Map();
  names.forEach((name, i) =>
    all.set(name, {name, area: true, rest: i >= alone, color: AREA_COLORS[i < alone ? i : 0]}),
  );
  names.slice(alone).forEach(name => (all.get(name).color = REST_COLOR));
  lines.forEach(name => all.set(name, {name, area: false, ...(own(LINES, name) ?? OTHER_LINE)}));
  return all;
})();

const valuesOf = (side, name) => list(list(side.series).find(series => series.name === name)?.bytes);

const highestOf = name => Math.max(0, ...sides.map(side => highest(valuesOf(side, name))));

/** Next to RSS, categories of a smaller share are too low to be seen. */
const LEAST_SHARE = 0.1;
const areasAreLow = (() => {
  const tracked = Math.max(0, ...sides.map(side => highest(trackedValues(side))));
  return tracked > 0 && tracked < LEAST_SHARE * highestOf('RSS');
})();

/** What is not drawn: at first a limit so far off that nothing else would be seen, or all lines above low areas. */
const hiddenSeries = (() => {
  if (areasAreLow) {
    return new Set([...seriesByName.values()].filter(series => !series.area).map(series => series.name));
  }
  const others = Math.max(0, ...[...seriesByName.keys()].filter(name => name !== 'Limit').map(highestOf));
  return new Set(highestOf('Limit') > 5 * others ? ['Limit'] : []);
})();

const shownAreas = () => [...seriesByName.values()].filter(series => series.area && !hiddenSeries.has(series.name));
const shownLines = () => [...seriesByName.values()].filter(series => !series.area && !hiddenSeries.has(series.name));

/** What was known last, where nothing is known between two points: not every figure is read at every moment. */
function held(values) {
  const last = values.findLastIndex(known);
  let value = null;
  return values.map((now, i) => (i > last ? null : (value = known(now) ? now : value)));
}

/** The areas of a side, each upon those before: {name, color, values, top}. What is small is one. */
function stack(side) {
  const length = list(side.times).length;
  const areas = [];
  let rest = null;
  for (const series of shownAreas()) {
    const values = held(valuesOf(side, series.name));
    if (!series.rest) {
      areas.push({...series, values});
      continue;
    }
    if (rest === null) {
      rest = {color: REST_COLOR, names: 0, values: new Array(length).fill(null)};
      areas.push(rest);
    }
    rest.name = counted(++rest.names, 'smaller category', 'smaller categories');
    rest.values = rest.values.map((value, i) => (known(values[i]) ? (value ?? 0) + values[i] : value));
  }
  const anyKnown = Array.from({length}, (_, i) => areas.some(area => known(area.values[i])));
  const below = new Array(length).fill(0);
  for (const area of areas) {
    area.top = below.map((under, i) =>
      anyKnown[i] ? (below[i] = under + (known(area.values[i]) ? area.values[i] : 0)) : null,
    );
  }
  return areas;
}

/** The last value that is known, and of a time up to then. */
function valueAt(side, values, position) {
  const time = position + originOf(side);
  const times = list(side.times);
  let found = null;
  for (let i = 0; i < times.length && (times[i] <= time || found === null); i++) {
    found = known(values[i]) ? values[i] : found;
  }
  return found;
}

/** From one reading nothing has changed, but nothing is known to have stayed as it is. */
const isOneReading = values => list(values).filter(known).length < 2;

const lastOf = (side, name) => valueAt(side, valuesOf(side, name), end(side) - originOf(side));

/** What is in use together at each moment; null where no category is known. */
function trackedValues(side) {
  const categories = list(side.series).filter(series => series.kind === 'category');
  const values = categories.map(series => held(list(series.bytes)));
  return list(side.times).map((_, i) =>
    values.reduce((sum, series) => (known(series[i]) ? (sum ?? 0) + series[i] : sum), null),
  );
}

const trackedBySide = new Map(sides.map(side => [side, trackedValues(side)]));
const trackedAt = (side, position) => valueAt(side, trackedBySide.get(side), position);
