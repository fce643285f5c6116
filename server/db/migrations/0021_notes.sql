-- Notes on orders, and their assignment to accounts, for each of two sides: the merchant's accounts, and staff. Neither side
-- reads those of the other. An entry has a text, or the account that was assigned (null: none). Entries are never changed.
create table order_note (
  merchant_no text collate "C" not null,
  order_id    bigint not null,
  id          bigint not null,
  side        text collate "C" not null check (side in ('MERCHANT', 'STAFF')),
  kind        text collate "C" not null check (kind in ('NOTE', 'ASSIGNMENT')),
  at          timestamptz not null,
  author      text collate "C" not null,
  text        text,
  assigned_to text collate "C",
  primary key (merchant_no, order_id, id)
);

-- What a list shows of them, so that no list joins. Not indexed, because no index contains a changing column.
alter table orders add column notes integer not null default 0;
alter table orders add column assigned_to text collate "C";
alter table orders add column staff_notes integer not null default 0;
alter table orders add column staff_assigned_to text collate "C";

-- The side that a change is visible to; null: all accounts that see the row.
alter table change_note add column side text collate "C";
alter table change add column side text collate "C";
