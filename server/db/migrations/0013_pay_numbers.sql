-- The planner has no statistics of an expression in a partial index. It took every search by the channel's number for one
-- of thousands of rows, and planned each of them anew.
drop index orders_pay_number;
create index orders_pay_number on orders (merchant_no, lower(pay_order_no));
