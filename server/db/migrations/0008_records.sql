-- Movements: recharges, withdraws and transfers. The id is the platform number, as for orders. Each side of a transfer has a
-- row with the same id.
create table record (
  merchant_no         text collate "C" not null,
  id                  bigint not null,
  type                text collate "C" not null
    check (type in ('RECHARGE_ONLINE', 'RECHARGE_OFFLINE', 'WITHDRAW', 'TRANSFER_OUT', 'TRANSFER_IN')),
  merchant_order_no   text collate "C" not null,
  origin_no           text collate "C" not null,            -- the merchant that assigned merchant_order_no; the sender of a TRANSFER_IN
  pay_order_no        text collate "C",                     -- the channel's or the bank's number
  status              text collate "C" not null,
  currency            text collate "C" not null,
  amount              bigint not null check (amount > 0),
  fee                 bigint not null default 0 check (fee >= 0),
  method              text collate "C",
  channel             text collate "C",
  bank_code           text collate "C",
  account_number      text collate "C",                     -- destination: a virtual account, or the merchant's bank account
  account_name        text,
  payer_name          text,
  payer_account       text collate "C",
  receive_name        text,
  receive_account     text collate "C",
  receive_merchant_no text collate "C",
  expiry_minutes      integer,
  first_check_time    timestamptz,
  response_message    text,
  receipt             boolean not null default false,
  remark              text,
  simulated           boolean not null default false,
  moves               integer not null,                     -- step of its newest order_move
  create_time         timestamptz not null,
  update_time         timestamptz not null,
  complete_time       timestamptz,
  primary key (merchant_no, id)
) with (fillfactor = 85);
create index record_id on record (id);
-- A merchant's numbers are unique; numbers of incoming transfers belong to their senders.
create unique index record_number on record (merchant_no, lower(merchant_order_no), merchant_order_no, origin_no);

-- Scheduled steps of movements: the end of a hold, the bank's reply, the expiry of a recharge.
create table record_due (
  merchant_no text collate "C" not null,
  record_id   bigint not null,
  due_time    timestamptz not null,
  primary key (merchant_no, record_id)
);
create index record_due_time on record_due (due_time);

-- A merchant may have only one open offline recharge.
create table open_recharge (
  merchant_no text collate "C" primary key,
  record_id   bigint not null
);

create table record_receipt (
  merchant_no text collate "C" not null,
  record_id   bigint not null,
  type        text collate "C" not null,
  content     bytea not null,
  primary key (merchant_no, record_id)
);

-- The platform's bank accounts for offline recharges.
create table recharge_account (
  bank_code      text collate "C" not null,
  currency       text collate "C" not null,
  account_number text collate "C" not null,
  account_name   text not null,
  active         boolean not null default true,
  position       integer not null,
  primary key (bank_code, currency)
);
insert into recharge_account (bank_code, currency, account_number, account_name, position)
values
  ('014', 'IDR', '5260917734',      'PT Paydesk Indonesia', 10),
  ('008', 'IDR', '1030012998871',   'PT Paydesk Indonesia', 20),
  ('009', 'IDR', '0781452293',      'PT Paydesk Indonesia', 30),
  ('002', 'IDR', '034501002287304', 'PT Paydesk Indonesia', 40);

-- The first answer to a request with an idempotency key, written in the transaction of its effects.
create table idempotency (
  merchant_no  text collate "C" not null,                   -- of the caller
  key          text collate "C" not null,
  request_hash bytea not null,
  answer       json,                                        -- null only within the transaction that produces it
  at           timestamptz not null,
  primary key (merchant_no, key)
);
create index idempotency_at on idempotency (at);

-- Ledger sums per account and day (UTC+7), up to the row in account_folded; readers add the later ledger rows.
create table account_day (
  merchant_no text collate "C" not null,
  currency    text collate "C" not null,
  day         date not null,
  type        text collate "C" not null,
  n           bigint not null,
  amount      numeric(30) not null,                         -- signed from the owner's point of view
  total       numeric(30) not null,                         -- change of the account's total balance
  primary key (merchant_no, currency, day, type)
) with (fillfactor = 70);
create table account_folded (
  merchant_no text collate "C" not null,
  currency    text collate "C" not null,
  seq         bigint not null,
  primary key (merchant_no, currency)
) with (fillfactor = 70);
