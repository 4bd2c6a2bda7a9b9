-- A member's choice to be part of the room's energy is their reflection opt-in.

alter table mood_entries rename "isCounted" to "reflectionOptIn";
alter table counting_choices rename to reflection_opt_ins;
alter table reflection_opt_ins rename "isCounted" to "isOptedIn";
alter table reflection_opt_ins rename constraint "counting_choices_pkey" to "reflection_opt_ins_pkey";
alter table reflection_opt_ins rename constraint "counting_choices_userId_fkey" to "reflection_opt_ins_userId_fkey";
