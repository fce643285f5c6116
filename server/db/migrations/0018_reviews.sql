-- The merchant's reconciliation mark on an order. It moves no money. Not indexed, because marks change often and are
-- filtered within a range of days.
alter table orders add column review text collate "C";
alter table orders add constraint orders_review_check check (review in ('RECONCILED', 'DISCREPANT'));
alter table orders add column review_note text;
