-- Whether calls of the merchant API must be signed with the header.
alter table merchant add column signature_header_required boolean not null default false;
