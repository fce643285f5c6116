-- The callback an order owes its merchant: the newest final status supersedes an older one that was not delivered.
-- This row is the truth about what is due; a job of the queue only says when to look at it.
create table callback (
  merchant_no  text collate "C" not null,
  kind         text collate "C" not null,                   -- of the order
  order_id     bigint not null,
  event_id     text collate "C" not null,                   -- kept through retries and manual sends
  status       text collate "C" not null,                   -- of the order, as it is told
  attempts     integer not null default 0,                  -- of this event by the schedule
  state        text collate "C" not null check (state in ('DUE', 'DONE', 'GIVEN_UP')),
  next_time    timestamptz,                                 -- of a due one
  trigger      text collate "C" not null default 'auto',    -- of the next attempt
  behaviour    text collate "C",                            -- how the demo merchant is to answer that one
  create_time  timestamptz not null,
  primary key (merchant_no, order_id)
);
create index callback_due on callback (next_time) where state = 'DUE';

-- One row per request that was sent, written before it is sent: whoever inserts the number sends it.
create table callback_attempt (
  merchant_no text collate "C" not null,
  order_id    bigint not null,
  number      integer not null,                             -- over all events of the order
  event_id    text collate "C" not null,
  trigger     text collate "C" not null,
  actor       text,
  address     text not null,
  at          timestamptz not null,
  outcome     text collate "C" not null,
  http_status integer,
  latency_ms  integer,
  error       text,
  request     jsonb not null,                               -- { headers, body }
  response    text,
  next_time   timestamptz,
  primary key (merchant_no, order_id, number)
);
-- At start, the attempts nobody finished.
create index callback_attempt_open on callback_attempt (at) where outcome = 'SENDING';
