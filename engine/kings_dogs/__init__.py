"""King's Dogs (published as Dokojong): five doors, a hidden dog each; RULES.md section 1."""
