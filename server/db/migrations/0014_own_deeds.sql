-- What somebody did himself, whoever's data it was, the newest first.
create index audit_of_actor on audit (actor_no, id) where action not in ('payin', 'payout');
