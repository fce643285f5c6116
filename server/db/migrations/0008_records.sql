-- What a merchant moves by itself: recharges, withdraws and transfers. The id is the platform number, as that of an
-- order is; both sides of a transfer have a row of their own under the same id.
create table record (
  merchant_no         text collate "C" not null,
  id                  bigint not null,
  type                text collate "C" not null
    check (type in ('RECHARGE_ONLINE', 'RECHARGE_OFFLINE', 'WITHDRAW', 'TRANSFER_OUT', 'TRANSFER_IN')),
  merchant_order_no   text collate "C" not null,
  origin_no           text collate "C" not null,            -- who gave it that number: of a transfer in, the sender
  pay_order_no        text collate "C",                     -- the channel's or the bank's number
  status              text collate "C" not null,
  currency            text collate "C" not null,
  amount              bigint not null check (amount > 0),
  fee                 bigint not null default 0 check (fee >= 0),
  method              text collate "C",
  channel             text collate "C",
  bank_code           text collate "C",
  account_number      text collate "C",                     -- where it is paid to: a virtual account, or the merchant's own
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
  moves               integer not null,                     -- number of its newest order_move
  create_time         timestamptz not null,
  update_time         timestamptz not null,
  complete_time       timestamptz,
  primary key (merchant_no, id)
) with (fillfactor = 85);
create index record_id on record (id);
-- A merchant uses a number once; those it is sent by others are not its own.
create unique index record_number on record (merchant_no, lower(merchant_order_no), merchant_order_no, origin_no);

-- What happens to a record by itself, and when: the end of a hold, the bank's answer, the end of a recharge's time.
create table record_due (
  merchant_no text collate "C" not null,
  record_id   bigint not null,
  due_time    timestamptz not null,
  primary key (merchant_no, record_id)
);
create index record_due_time on record_due (due_time);

-- The one offline recharge a merchant may have open.
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

-- Accounts of the platform's own that merchants send money to by hand.
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

-- The first answer to a request that moves money, written together with what it did.
create table idempotency (
  merchant_no  text collate "C" not null,                   -- who signed it
  key          text collate "C" not null,
  request_hash bytea not null,
  answer       json,                                        -- as it was said; null only while it is being found
  at           timestamptz not null,
  primary key (merchant_no, key)
);
create index idempotency_at on idempotency (at);

-- What moved on each account each day (UTC+7), up to a row of its ledger; readers add the rows behind that one.
create table account_day (
  merchant_no text collate "C" not null,
  currency    text collate "C" not null,
  day         date not null,
  type        text collate "C" not null,
  n           bigint not null,
  amount      numeric(30) not null,                         -- as the owner sees it
  total       numeric(30) not null,                         -- what it added to all that the account owns
  primary key (merchant_no, currency, day, type)
) with (fillfactor = 70);
create table account_folded (
  merchant_no text collate "C" not null,
  currency    text collate "C" not null,
  seq         bigint not null,
  primary key (merchant_no, currency)
) with (fillfactor = 70);
