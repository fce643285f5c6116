-- An actor's own audit events on any merchant's data, newest first.
create index audit_of_actor on audit (actor_no, id) where action not in ('payin', 'payout');
