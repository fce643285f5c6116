-- The accounts that receive offline recharges are the operator's to insert. Those of 0008 do not exist: only a demo keeps them.
-- Two statements, because Citus deletes from a copied table only by conditions on tables that are distributed as well.
do $$ begin
  if not exists (select from demo_world) then delete from recharge_account where account_name = 'PT Paydesk Indonesia'; end if; end
$$;
