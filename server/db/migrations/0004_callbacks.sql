-- The callback of an order. The newest final status supersedes an undelivered older one.
-- This row is the source of truth; a queue job only triggers the check whether it is due.
create table callback (
  merchant_no  text collate "C" not null,
  kind         text collate "C" not null,                   -- of the order
  order_id     bigint not null,
  event_id     text collate "C" not null,                   -- the same for retries and manual sends
  status       text collate "C" not null,                   -- the order status in the callback
  attempts     integer not null default 0,                  -- scheduled attempts of this event
  state        text collate "C" not null check (state in ('DUE', 'DONE', 'GIVEN_UP')),
  next_time    timestamptz,                                 -- when state is DUE
  trigger      text collate "C" not null default 'auto',    -- trigger of the next attempt
  behaviour    text collate "C",                            -- requested response of the demo merchant to it
  create_time  timestamptz not null,
  primary key (merchant_no, order_id)
);
create index callback_due on callback (next_time) where state = 'DUE';

-- One row per request, inserted before it is sent. The process that inserts the number sends the request.
create table callback_attempt (
  merchant_no text collate "C" not null,
  order_id    bigint not null,
  number      integer not null,                             -- counted over all events of the order
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
-- Finds the unfinished attempts at startup.
create index callback_attempt_open on callback_attempt (at) where outcome = 'SENDING';
