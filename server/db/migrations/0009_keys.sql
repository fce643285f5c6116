-- A merchant's keys apart from the current secret: the old secret, valid for an overlap, and the public keys of the merchant
-- and the platform. Separate from the merchant table, because every call reads that row.
create table merchant_key (
  merchant_no          text collate "C" primary key,
  merchant_public_key  text,                                -- PEM, the merchant's
  plat_public_key      text,                                -- PEM; the private key was sent to the merchant and is not stored
  old_secret           text,
  old_secret_until     timestamptz,                         -- exclusive end of its validity
  secret_used_time     timestamptz,                         -- last call signed with the current secret, to the minute
  old_secret_used_time timestamptz,
  update_time          timestamptz
);

alter table merchant add column national_id text;           -- national id of a sub-merchant's owner

-- Numbers of new merchants. The demo's numbers are lower.
create sequence merchant_number start with 20000001 maxvalue 79999999;

-- Staff read across all merchants: the newest audit events, and figures by day.
create index audit_id on audit (id);
create index order_day_of_all on order_day (kind, day);
