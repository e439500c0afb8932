/** So many verdicts are seen at once, and all that are urgent; the others are folded. */
const MOST_CARDS = 4;

const URGENCIES = {urgent: 'Urgent', warning: 'Warning', note: 'Note', good: 'Good', unknown: 'Not known'};

function addHeader() {
  element('title').textContent = comparison
    ? `Native memory: ${before.name ?? UNKNOWN} \u2192 ${after.name ?? UNKNOWN}`
    : `Native memory: ${report.title ?? UNKNOWN}`;
  const process = report.process ?? {};
  const times = sides.map((side, i) => (comparison ? `${SIDES[i]}: ${side.name ?? ''}, ` : '') + timesOf(side));
  element('about').textContent = [
    ...times,
    `times in ${zone}`,
    process.pid && `process ${process.pid}`,
    process.jdk && `JDK ${process.jdk}`,
    process.command,
    known(report.made) && `made ${dateOf(report.made)}, ${secondOf(report.made)}`,
  ]
    .filter(Boolean)
    .join(' \u00b7 ');
}

const SIDES = ['before', 'after'];

function timesOf(side) {
  const [from, to] = [start(side), end(side)];
  if (from === 0) {
    return 'time unknown';
  }
  const day = dateOf(from) === dateOf(to) ? '' : `${dateOf(to)}, `;
  const rest = to > from ? ` to ${day}${clockOf(to)} (${duration(to - from)})` : '';
  return `${dateOf(from)}, ${clockOf(from)}${rest}`;
}

function addCards() {
  const place = element('verdicts');
  const cards = side =>
    list(side.cards).map(card => {
      const urgency = own(URGENCIES, card.urgency) ? card.urgency : 'unknown';
      const target = /^#[a-z-]+$/.test(card.target ?? '') && document.querySelector(card.target) ? card.target : null;
      return make(
        'li',
        {class: urgency},
        make('b', {}, URGENCIES[urgency]),
        make('span', {}, card.text ?? ''),
        target && make('a', {href: target}, `see ${target.slice(1)}`),
      );
    });
  const all = cards(after);
  const most = Math.max(MOST_CARDS, list(after.cards).filter(card => card.urgency === 'urgent').length);
  place.append(make('ul', {class: 'cards'}, ...all.slice(0, most)));
  if (all.length > most) {
    place.append(
      make(
        'details',
        {id: 'more-verdicts'},
        make('summary', {}, counted(all.length - most, 'more verdict')),
        make('ul', {class: 'cards'}, ...all.slice(most)),
      ),
    );
  }
  if (all.length === 0) {
    place.append(make('p', {class: 'note'}, 'No statements. Figures are below.'));
  }
  if (comparison && list(before.cards).length > 0) {
    place.append(
      make(
        'details',
        {},
        make('summary', {}, `Verdicts of ${before.name ?? 'before'} (${before.cards.length})`),
        make('ul', {class: 'cards'}, ...cards(before)),
      ),
    );
  }
  place.append(facts());
}

/** The figures of the end, large: what a look at the page is for. */
function facts() {
  const entries = [];
  const add = (title, valueIn, more) => {
    const [was, is] = [comparison ? valueIn(before) : null, valueIn(after)];
    if (known(is) || known(was)) {
      entries.push(
        make(
          'div',
          {},
          make('dt', {}, title),
          make('dd', {}, bytes(is)),
          make(
            'dd',
            {class: 'more'},
            comparison ? `before ${bytes(was)}${known(is) && known(was) ? `, ${signed(is - was)}` : ''}` : more(is),
          ),
        ),
      );
    }
  };
  const since = (is, first) => (known(first) && !moment ? `${signed(is - first)} since the start` : '');
  const grown = name => is => {
    const values = valuesOf(after, name);
    return isOneReading(values) ? 'read once' : since(is, valueAt(after, values, span.from));
  };
  const limit = lastOf(after, 'Limit');
  add(
    'RSS at the end',
    side => lastOf(side, 'RSS'),
    is => (known(limit) ? `${percent(is, limit)} of the limit, ${bytes(limit)}` : grown('RSS')(is)),
  );
  const tracked = side => trackedAt(side, end(side) - originOf(side));
  add('Outside the heap, by Java code', tracked, is =>
    isOneReading(trackedBySide.get(after)) ? '' : since(is, trackedAt(after, span.from)),
  );
  const largest = [...seriesByName.values()]
    .filter(series => series.area)
    .reduce((most, {name}) => ((lastOf(after, name) ?? 0) > (most ? lastOf(after, most) : 0) ? name : most), null);
  if (largest !== null) {
    add(`Most of it: ${largest}`, side => lastOf(side, largest), grown(largest));
  }
  add(
    'Heap, committed',
    side => lastOf(side, 'Heap committed'),
    () => (known(lastOf(after, 'Heap used')) ? `${bytes(lastOf(after, 'Heap used'))} of it in use` : ''),
  );
  return make('dl', {id: 'facts'}, ...entries);
}
