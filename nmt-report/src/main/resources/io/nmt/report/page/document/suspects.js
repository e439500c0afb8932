/** So many suspects have a curve of their own; all are in the table. */
const MOST_CURVES = 8;
const CURVE = {width: 220, height: 48};

/** A small curve, as SVG: its words are beside it. */
function curve(suspect) {
  const points = list(suspect.times)
    .map((time, i) => [time, list(suspect.curve)[i]])
    .filter(([time, value]) => known(time) && known(value));
  if (points.length < 2) {
    return null;
  }
  const most = Math.max(1, ...points.map(point => point[1]));
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const svg = 'http://www.w3.org/2000/svg';
  const place = ([time, value]) =>
    [(CURVE.width * (time - first)) / Math.max(1, last - first), CURVE.height - 2 - ((CURVE.height - 4) * value) / most]
      .map(coordinate => coordinate.toFixed(1))
      .join();
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${CURVE.width} ${CURVE.height}`);
  drawing.setAttribute('role', 'img');
  drawing.setAttribute(
    'aria-label',
    `From ${bytes(points[0][1])} at ${timeOf(first)} to ${bytes(points.at(-1)[1])} at ${timeOf(last)}`,
  );
  const line = document.createElementNS(svg, 'polyline');
  line.setAttribute('points', points.map(place).join(' '));
  drawing.append(line);
  return make(
    'figure',
    {},
    drawing,
    make('figcaption', {}, `${timeOf(first)} to ${timeOf(last)}, up to ${bytes(most)}`),
  );
}

const growthText = (growth, off) =>
  known(growth)
    ? `${signed(growth)} a minute${known(off) && off > 0 ? ` \u00b1 ${bytes(off)}` : ''}`
    : 'rate unknown';

function addSuspects() {
  if (sides.every(side => !Array.isArray(side.suspects))) {
    return;
  }
  const place = sectionOf(
    'suspects',
    'Leak suspects',
    'Call sites whose live bytes rise steadily, beyond chance. A cache that fills rises, too, until it is full.',
  );
  const all = list(after.suspects);
  all.slice(0, MOST_CURVES).forEach((suspect, i) => {
    const was =
      comparison &&
      list(before.suspects).find(other => other.site === suspect.site && other.category === suspect.category);
    const find = make('button', {type: 'button'}, 'Find in the flame graph');
    find.addEventListener('click', () => {
      element('search').value = methodOf(suspect.site ?? '');
      flames?.search();
      element('samples').scrollIntoView();
      element('search').focus();
    });
    place.append(
      make(
        'article',
        {class: 'suspect'},
        make(
          'div',
          {},
          make('h3', {}, `${i + 1}. ${suspect.site ?? UNKNOWN}`),
          make(
            'p',
            {},
            `${bytes(suspect.bytes)} ${suspect.error === 0 ? '(exact)' : error(suspect.error)} of ` +
              `${suspect.category ?? UNKNOWN}, ${growthText(suspect.growthPerMinute, suspect.growthError)}` +
              (known(suspect.since) ? `, since about ${timeOf(suspect.since)}` : ''),
          ),
          suspect.sentence ? make('p', {}, suspect.sentence) : null,
          comparison
            ? make(
                'p',
                {class: 'note'},
                !was
                  ? 'Before: no suspect.'
                  : `Before: ${bytes(was.bytes)}, ${growthText(was.growthPerMinute, was.growthError)}.`,
              )
            : null,
          flames ? find : null,
        ),
        make('div', {class: 'curves'}, curve(suspect), was ? curve(was) : null),
      ),
    );
  });
  if (comparison || all.length > MOST_CURVES || all.length === 0) {
    addTable({
      parent: place,
      title: 'Leak suspects',
      field: 'suspects',
      empty: 'None: no call site rises steadily, or it is too early to tell; the verdicts say which.',
      key: row => JSON.stringify([row.site, row.category]),
      names: [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)],
      figures: [
        bytesColumn('Bytes', row => row.bytes),
        errorColumn(row => row.error),
        bytesColumn('Growth/min', row => row.growthPerMinute),
        errorColumn(row => row.growthError),
      ],
    });
  }
}
