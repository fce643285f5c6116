-- Lists of movements filter by type, newest first. Each type of a merchant is a range of the first index, each type of the
-- platform a range of the second. A type never changes, so a status change stays a HOT update.
create index record_list on record (merchant_no, type, id);
create index record_list_of_all on record (type, id);
-- Searches by the bank's number and by the end of a number.
create index record_pay_number on record (merchant_no, lower(pay_order_no)) where pay_order_no is not null;
create index record_number_tail on record (merchant_no, right(lower(merchant_order_no), 4));
create index record_id_tail on record (merchant_no, (id % 10000));
