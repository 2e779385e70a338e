LAWS = ()
