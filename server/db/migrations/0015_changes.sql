-- What was made or changed lately, for whoever has a list of it open. Each writer leaves a note in its own transaction.
-- Once that is committed the note gets a number, one merchant at a time, so that none appears below one already seen.
create table change_note (
  merchant_no text collate "C" not null,
  key         uuid not null default gen_random_uuid(),
  kind        text collate "C" not null,                    -- of the order; RECORD, NOTICE
  id          bigint not null,
  made        boolean not null,                             -- it is new; otherwise it was there
  primary key (merchant_no, key)
);

-- The newest of them, numbered without a gap; older ones are forgotten.
create table change (
  merchant_no text collate "C" not null,
  seq         bigint not null,
  kind        text collate "C" not null,
  id          bigint not null,
  made        boolean not null,
  primary key (merchant_no, seq)
);

-- The newest number of each merchant, and its newest of each kind of thing: all that has to be read to see that
-- something happened.
create table change_mark (
  merchant_no text collate "C" primary key,
  seq         bigint not null default 0,
  payin       bigint not null default 0,
  payout      bigint not null default 0,
  record      bigint not null default 0,
  notice      bigint not null default 0
) with (fillfactor = 50);
