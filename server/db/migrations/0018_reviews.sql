-- The merchant's reconciliation mark on an order. It moves no money. Not indexed, because marks change often and are
-- filtered within a range of days.
alter table orders
  add column review text collate "C" check (review in ('RECONCILED', 'DISCREPANT')),
  add column review_note text;
