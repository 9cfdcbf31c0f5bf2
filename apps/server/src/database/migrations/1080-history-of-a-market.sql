-- Lists of one market, newest first, found the customer's other rows in the table and threw them away: hundreds of blocks for a
-- page. Sides of trades are now told apart in the index that they have anyway; orders get one of their own, because
-- theirs is the primary key.
drop index trades_of_taker;
drop index trades_of_maker;
drop index perpetual_trades_of_taker;
drop index perpetual_trades_of_maker;
create index trades_of_taker on trades (taker_customer_id, trade_id, market_id);
create index trades_of_maker on trades (maker_customer_id, trade_id, market_id);
create index perpetual_trades_of_taker on perpetual_trades (taker_customer_id, trade_id, market_id);
create index perpetual_trades_of_maker on perpetual_trades (maker_customer_id, trade_id, market_id);
create index orders_of_market on orders (customer_id, market_id, order_id);
