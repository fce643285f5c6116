-- What the merchant's people found when they held an order against their own books; nothing moves by it. Not indexed: an
-- order is marked as often as it is looked at, and marks are asked for within some days.
alter table orders
  add column review text collate "C" check (review in ('RECONCILED', 'DISCREPANT')),
  add column review_note text;
