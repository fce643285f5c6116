-- When the newest row of an account's ledger was written. No row is older than the one before it, so the rows of a day
-- are those between two numbers, and the figures per day tell which.
alter table account add column moved_time timestamptz;
update account a
   set moved_time = l.create_time
  from ledger l
 where l.merchant_no = a.merchant_no and l.currency = a.currency and l.seq = a.seq;
