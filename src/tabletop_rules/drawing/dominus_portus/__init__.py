"""The picture of a view of Dominus and Portus: the map, the ring, the players."""
