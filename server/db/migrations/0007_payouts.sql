-- Payouts are stored in the orders table, too, with the same counters and callbacks.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('PAYIN', 'USDT_PAYIN', 'PAYOUT', 'USDT_PAYOUT'));
alter table orders add column receive_name text;
alter table orders add column remark text;
alter table orders add column attempt integer not null default 1; -- attempt number; each attempt freezes the amount again
-- The receiver: a bank account, a wallet number or an address on chain.
create index orders_receiver on orders (merchant_no, lower(receive_account)) where receive_account is not null;

-- Payin and payout callbacks have separate addresses and are disabled separately.
alter table merchant add column payout_notify_disabled boolean not null default false;

-- Payouts in progress, and the time of the next status query to their channel. Payouts in status UNKNOWN are not included:
-- they wait for a manual query.
create table payout_due (
  merchant_no text collate "C" not null,
  kind        text collate "C" not null,
  order_id    bigint not null,
  due_time    timestamptz not null,
  primary key (merchant_no, order_id)
);
create index payout_due_time on payout_due (due_time);
