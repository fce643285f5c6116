-- Current balances. Amounts are minor units of the currency.
create table account (
  merchant_no   text collate "C" not null,
  currency      text collate "C" not null,
  available     bigint not null default 0 constraint account_available check (available >= 0),
  payin_freeze  bigint not null default 0 constraint account_payin_freeze check (payin_freeze >= 0),
  payout_freeze bigint not null default 0 constraint account_payout_freeze check (payout_freeze >= 0),
  seq           bigint not null default 0,                  -- sequence number of its newest ledger row, without gaps
  primary key (merchant_no, currency)
) with (fillfactor = 50);

-- Every ledger entry with the balances before and after it. `counter` is the counterparty, so the platform's holdings and
-- income are sums over its rows, and every entry sums to zero with its counterparty.
create table ledger (
  merchant_no          text collate "C" not null,
  currency             text collate "C" not null,
  seq                  bigint not null,
  id                   bigint not null,
  type                 text collate "C" not null,
  counter              text collate "C" not null check (counter in ('CHANNEL', 'INCOME', 'INTERNAL', 'MERCHANT')),
  order_id             bigint not null,
  attempt              integer not null,                    -- distinguishes repeated payments, refunds and retries of an order
  merchant_order_no    text collate "C",
  amount               bigint not null,                     -- signed from the owner's point of view
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

-- Payins with an amount that is frozen until the settlement delay has passed.
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
