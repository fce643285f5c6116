-- What merchants' own systems make is written down as well, a row an order. Who looks at what people did finds it without
-- reading those.
create index audit_of_people on audit (merchant_no, id) where action not in ('payin', 'payout');
create index audit_of_all_people on audit (id) where action not in ('payin', 'payout');
