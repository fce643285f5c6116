-- Payment channels. A channel for both directions has two rows.
create table pay_channel (
  channel        text collate "C" not null,
  direction      text collate "C" not null check (direction in ('PAYIN', 'PAYOUT')),
  name           text not null,
  method         text collate "C" not null,
  currency       text collate "C" not null,
  min_amount     bigint not null,
  max_amount     bigint not null,
  confirmations  integer,                                   -- required on chain before an amount counts as paid
  bank_code      text collate "C",                          -- bank of its virtual accounts
  account_prefix text collate "C",                          -- prefix of its virtual accounts or retail payment codes
  active         boolean not null default true,
  position       integer not null,                          -- in lists
  primary key (channel, direction)
);

create table bank (
  bank_code text collate "C" primary key,
  name      text not null
);

-- Orders of every kind. The id is time-ordered and its decimal text is the platform order number, so the primary key serves
-- newest-first sorting, date ranges and jumps. No index contains a changing column, so a status change is a HOT update.
create table orders (
  merchant_no       text collate "C" not null,
  kind              text collate "C" not null check (kind in ('PAYIN', 'USDT_PAYIN')),
  id                bigint not null,
  merchant_order_no text collate "C" not null,
  pay_order_no      text collate "C",                       -- the channel's number, or the transaction hash on chain
  status            text collate "C" not null,
  channel           text collate "C" not null,
  method            text collate "C" not null,
  currency          text collate "C" not null,
  amount            bigint not null check (amount > 0),
  paid_amount       bigint,                                 -- amount received
  refunded_amount   bigint not null default 0,
  fee               bigint not null default 0,              -- charged fee; 0 until it is paid
  fee_type          text collate "C" not null,              -- the fee rule when the order was created
  fee_rate          numeric,
  fee_fixed         bigint,
  fee_min           bigint,
  fee_max           bigint,
  plat_account_id   text collate "C",
  bank_code         text collate "C",
  account_number    text collate "C",                       -- virtual account
  account_name      text,
  payer_name        text,
  payer_account     text collate "C",
  receive_account   text collate "C",                       -- address on chain
  mobile            text,
  expiry_minutes    integer,
  response_message  text,
  late_success      boolean not null default false,
  simulated         boolean not null default false,
  moves             integer not null,                       -- step of its newest order_move
  notify_status     text collate "C" not null default 'NONE',
  notify_attempts   integer not null default 0,
  last_notify_time  timestamptz,
  create_time       timestamptz not null,
  update_time       timestamptz not null,
  complete_time     timestamptz,
  primary key (merchant_no, kind, id)
) with (fillfactor = 85);
create index orders_id on orders (kind, id);
-- Merchant order numbers are case-sensitive, because merchants use base 62, but searched without case. The lower-case number
-- is the leading column, so that one index serves both.
create unique index orders_number on orders (merchant_no, lower(merchant_order_no), merchant_order_no);
create index orders_pay_number on orders (merchant_no, lower(pay_order_no)) where pay_order_no is not null;
-- The last four characters, for searches by the end of a number.
create index orders_number_tail on orders (merchant_no, right(lower(merchant_order_no), 4));
create index orders_id_tail on orders (merchant_no, (id % 10000));
create index orders_account on orders (merchant_no, account_number) where account_number is not null;

-- Unpaid payins and when they expire. A row is deleted once it is processed.
create table expiry (
  merchant_no text collate "C" not null,
  kind        text collate "C" not null,
  order_id    bigint not null,
  due_time    timestamptz not null,
  primary key (merchant_no, order_id)
);
create index expiry_due on expiry (due_time);

-- Status history of orders.
create table order_move (
  merchant_no text collate "C" not null,
  order_id    bigint not null,
  step        integer not null,
  at          timestamptz not null,
  status      text collate "C" not null,
  text        text,
  primary key (merchant_no, order_id, step)
);

-- Exact figures per day of creation (UTC+7) and status. Changes are appended to order_delta with the order and aggregated
-- every second; readers sum both tables. So list totals and dashboards never count orders.
create table order_day (
  merchant_no text collate "C" not null,
  kind        text collate "C" not null,
  day         date not null,
  status      text collate "C" not null,
  n           bigint not null,
  amount      numeric(30) not null,
  fee         numeric(30) not null,
  primary key (merchant_no, kind, day, status)
) with (fillfactor = 70);
create table order_delta (
  merchant_no text collate "C" not null,
  order_id    bigint not null,
  step        integer not null,                             -- of the status change; its reversal of the old status has the same step
  status      text collate "C" not null,
  kind        text collate "C" not null,
  day         date not null,
  n           bigint not null,
  amount      bigint not null,
  fee         bigint not null,
  primary key (merchant_no, order_id, step, status)
);
