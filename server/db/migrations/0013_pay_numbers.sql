-- The planner has no statistics for an expression in a partial index. It estimated thousands of rows for every search by the
-- channel's number, and planned each search anew.
drop index orders_pay_number;
create index orders_pay_number on orders (merchant_no, lower(pay_order_no));
