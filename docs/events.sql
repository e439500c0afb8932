CREATE TABLE events AS
SELECT event->>'type' AS name, event->'values' AS v
FROM (SELECT unnest(content::JSON->'$.recording.events[*]') AS event FROM read_text('app.json'));

CREATE VIEW usage AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, v->>'type' AS category,
       (v->>'reserved')::BIGINT AS reserved, (v->>'committed')::BIGINT AS committed, (v->>'count')::BIGINT AS blocks
FROM events WHERE name = 'nmt.NativeMemoryUsage';

CREATE VIEW sites AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, (v->>'rank')::INT AS rank, v->>'type' AS category,
       (v->>'site')::INT AS site, v->>'topFrame' AS top_frame, v->>'stack' AS stack,
       (v->>'liveBytes')::BIGINT AS live_bytes, (v->>'standardError')::BIGINT AS standard_error,
       (v->>'count')::BIGINT AS blocks, (v->>'pool')::BOOLEAN AS pool
FROM events WHERE name = 'nmt.NativeMemorySite';

CREATE VIEW allocations AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, v->>'$.eventThread.javaName' AS thread, v->>'type' AS category,
       (v->>'site')::INT AS site, (v->>'address')::UBIGINT AS address,
       (v->>'size')::BIGINT AS size, (v->>'weight')::BIGINT AS weight
FROM events WHERE name = 'nmt.NativeAllocationSample';

CREATE VIEW frees AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, (v->>'site')::INT AS site, (v->>'address')::UBIGINT AS address,
       (v->>'weight')::BIGINT AS weight
FROM events WHERE name = 'nmt.NativeFreeSample';

CREATE VIEW pools AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, v->>'allocator' AS allocator, (v->>'chunks')::BIGINT AS chunks,
       (v->>'chunkBytes')::BIGINT AS chunk_bytes, (v->>'inUse')::BIGINT AS in_use
FROM events WHERE name = 'nmt.PoolUsage';

CREATE VIEW pooled_sites AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, (v->>'rank')::INT AS rank, v->>'type' AS kind,
       v->>'topFrame' AS top_frame, (v->>'liveBytes')::BIGINT AS live_bytes, (v->>'lost')::BIGINT AS lost
FROM events WHERE name = 'nmt.PooledBufferSite';

CREATE VIEW resident AS
SELECT (v->>'startTime')::TIMESTAMPTZ AS time, (v->>'reading')::INT AS reading, v->>'component' AS component,
       (v->>'reserved')::BIGINT AS reserved, (v->>'committed')::BIGINT AS committed,
       (v->>'resident')::BIGINT AS resident, v->>'accuracy' AS accuracy
FROM events WHERE name = 'nmt.ResidentMemory';
