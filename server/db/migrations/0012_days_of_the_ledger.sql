-- The time of an account's newest ledger row. Times ascend with the sequence number, so the rows of a day are a range of
-- sequence numbers, which the daily figures determine.
alter table account add column moved_time timestamptz;
update account a
   set moved_time = l.create_time
  from ledger l
 where l.merchant_no = a.merchant_no and l.currency = a.currency and l.seq = a.seq;
