-- A member's clock counts open pages; a visit may span several of them.

alter table meditation_clocks rename "openVisits" to "openPages";
