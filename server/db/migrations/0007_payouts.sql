-- Payouts are orders too: the same table, the same counters, the same callbacks.
alter table orders
  drop constraint orders_kind_check,
  add constraint orders_kind_check check (kind in ('PAYIN', 'USDT_PAYIN', 'PAYOUT', 'USDT_PAYOUT')),
  add column receive_name text,
  add column remark       text,
  add column attempt      integer not null default 1;       -- which try: each freezes its money anew
-- Who was paid: an account, a wallet's number, an address on chain.
create index orders_receiver on orders (merchant_no, lower(receive_account)) where receive_account is not null;

-- Payins and payouts are told to two addresses, and a server that wants no more of the one may want the other.
alter table merchant add column payout_notify_disabled boolean not null default false;

-- Payouts that are on their way, and when their channel is to be asked about them next. One whose channel gave no clear
-- answer is not among them: it waits for somebody who asks.
create table payout_due (
  merchant_no text collate "C" not null,
  kind        text collate "C" not null,
  order_id    bigint not null,
  due_time    timestamptz not null,
  primary key (merchant_no, order_id)
);
create index payout_due_time on payout_due (due_time);
