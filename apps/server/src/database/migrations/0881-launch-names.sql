-- An offer's name and currency are terms, which the exchange keeps; what is left here is what the desk says about it.
alter table launch_texts drop column name, drop column currency_id;
