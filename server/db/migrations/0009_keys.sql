-- What a merchant signs with, beside the secret itself: the one before it, which still signs for a while, and its own
-- and our public keys. Apart from the merchant, whose row every call reads.
create table merchant_key (
  merchant_no          text collate "C" primary key,
  merchant_public_key  text,                                -- PEM, the merchant's
  plat_public_key      text,                                -- PEM; the private part was handed over and is kept nowhere
  old_secret           text,
  old_secret_until     timestamptz,                         -- the first moment at which it no longer signs
  secret_used_time     timestamptz,                         -- last call signed with the secret of now, to the minute
  old_secret_used_time timestamptz,
  update_time          timestamptz
);

alter table merchant add column national_id text;           -- of whoever a sub-merchant belongs to

-- Numbers of the merchants that are made here; those of the demo lie below.
create sequence merchant_number start with 20000001 maxvalue 79999999;

-- What staff see is everybody's: the newest deeds, and the figures of a few days.
create index audit_id on audit (id);
create index order_day_of_all on order_day (kind, day);
