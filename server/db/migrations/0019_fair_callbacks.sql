-- Due callbacks of a merchant, the longest overdue first.
create index callback_due_of_merchant on callback (merchant_no, kind, next_time) where state = 'DUE';
