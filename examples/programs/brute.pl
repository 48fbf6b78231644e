#!/usr/bin/env perl
# A bot that is a program, in Perl with its core modules: see docs/bot_protocol.md.
#
# Try it with `tabletop-rules bot check perl examples/programs/brute.pl`. In Dome Crushers it attacks with
# its strongest card; elsewhere it takes options in turn.

use strict;
use warnings;
use JSON::PP;
use List::Util qw(reduce);

$| = 1;    # each answer goes out at once

my ($game, $turn, %strength) = ('', 0);

sub answer { print encode_json({@_}), "\n" }

sub worth {
    my $action = $_[0]{data};
    my $attacks = $action->{type} eq 'play_card' && $action->{mode} eq 'attack';
    return $attacks ? $strength{ $action->{card} } : -1;
}

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        $game = $message->{game};
        answer(type => 'ready', protocol => 1, name => 'Brute of Perl');
    }
    elsif ($type eq 'start') {
        $turn = $message->{seed};
        if ($game eq 'dome_crushers') {
            %strength = map { $_->{name} => $_->{strength} } @{ $message->{config}{deck}{cards} };
        }
        answer(type => 'ready');
    }
    elsif ($type eq 'choose') {
        my @options = @{ $message->{options} };
        $turn++;
        my $chosen =
            $game eq 'dome_crushers'
            ? reduce { worth($b) > worth($a) ? $b : $a } @options
            : $options[ $turn % @options ];
        answer(type => 'choice', id => $message->{id}, index => $chosen->{index});
    }
    last if $type eq 'quit';
}
