-- What an account owns now. Amounts are minor units of its currency.
create table account (
  merchant_no   text collate "C" not null,
  currency      text collate "C" not null,
  available     bigint not null default 0 constraint account_available check (available >= 0),
  payin_freeze  bigint not null default 0 constraint account_payin_freeze check (payin_freeze >= 0),
  payout_freeze bigint not null default 0 constraint account_payout_freeze check (payout_freeze >= 0),
  seq           bigint not null default 0,                  -- number of its ledger rows: they have no gap
  primary key (merchant_no, currency)
) with (fillfactor = 50);

-- Every movement, with the figures before and after. The other side of each is the counter account, so what the
-- platform holds and earns is the sum of the rows that name it, and every movement sums to zero.
create table ledger (
  merchant_no          text collate "C" not null,
  currency             text collate "C" not null,
  seq                  bigint not null,
  id                   bigint not null,
  type                 text collate "C" not null,
  counter              text collate "C" not null check (counter in ('CHANNEL', 'INCOME', 'INTERNAL', 'MERCHANT')),
  order_id             bigint not null,
  attempt              integer not null,                    -- an order that is paid, refunded or retried twice
  merchant_order_no    text collate "C",
  amount               bigint not null,                     -- what the movement is about, signed as the owner sees it
  available_before     bigint not null,
  available_after      bigint not null check (available_after >= 0),
  payin_freeze_before  bigint not null,
  payin_freeze_after   bigint not null check (payin_freeze_after >= 0),
  payout_freeze_before bigint not null,
  payout_freeze_after  bigint not null check (payout_freeze_after >= 0),
  create_time          timestamptz not null,
  primary key (merchant_no, currency, seq),
  constraint ledger_once unique (merchant_no, order_id, type, attempt)
);
create index ledger_list on ledger (merchant_no, id);

-- Payins whose money is frozen until its delay is over.
create table settlement (
  merchant_no       text collate "C" not null,
  order_id          bigint not null,
  merchant_order_no text collate "C" not null,
  currency          text collate "C" not null,
  amount            bigint not null check (amount > 0),
  due_time          timestamptz not null,
  primary key (merchant_no, order_id)
);
create index settlement_due on settlement (due_time);
