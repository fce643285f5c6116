-- Since when a merchant's server has asked not to be told any more; means nothing while it is told.
alter table merchant
  add column notify_disabled_time timestamptz,
  add column payout_notify_disabled_time timestamptz;

-- How deliveries to one merchant went of late.
create index callback_attempt_time on callback_attempt (merchant_no, at);

-- What one merchant has not been told: what waits, and what was given up.
create index callback_open on callback (merchant_no, state, order_id) where state <> 'DONE';
