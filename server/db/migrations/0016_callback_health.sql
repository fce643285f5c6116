-- When callbacks were disabled by a 410 reply. Meaningless while they are enabled.
alter table merchant
  add column notify_disabled_time timestamptz,
  add column payout_notify_disabled_time timestamptz;

-- Recent delivery attempts of a merchant.
create index callback_attempt_time on callback_attempt (merchant_no, at);

-- Undelivered callbacks of a merchant: due or given up.
create index callback_open on callback (merchant_no, state, order_id) where state <> 'DONE';
