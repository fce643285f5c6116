-- The audit log also contains a row for each order that a merchant's own system creates. These indexes skip those rows for
-- lists of users' actions.
create index audit_of_people on audit (merchant_no, id) where action not in ('payin', 'payout');
create index audit_of_all_people on audit (id) where action not in ('payin', 'payout');
