-- Recent inserts and updates, for consoles with an open list. Each writer inserts a note in its own transaction. After the
-- commit the note gets a sequence number, one merchant at a time, so that no number appears below one already read.
create table change_note (
  merchant_no text collate "C" not null,
  key         uuid not null default gen_random_uuid(),
  kind        text collate "C" not null,                    -- kind of the order; RECORD, NOTICE
  id          bigint not null,
  made        boolean not null,                             -- true for an insert, false for an update
  primary key (merchant_no, key)
);

-- The newest changes, numbered without gaps. Older ones are deleted.
create table change (
  merchant_no text collate "C" not null,
  seq         bigint not null,
  kind        text collate "C" not null,
  id          bigint not null,
  made        boolean not null,
  primary key (merchant_no, seq)
);

-- The newest sequence number of each merchant, in total and per kind. Readers need only this row to detect changes.
create table change_mark (
  merchant_no text collate "C" primary key,
  seq         bigint not null default 0,
  payin       bigint not null default 0,
  payout      bigint not null default 0,
  record      bigint not null default 0,
  notice      bigint not null default 0
) with (fillfactor = 50);
